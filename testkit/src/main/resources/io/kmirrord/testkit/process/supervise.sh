# Runs "$@" with its output appended to the file $SUPERVISE_LOG and prints its pid. Kills it when stdin ends, which is when the
# process that started us is gone in whatever way; the line "leave" on stdin lets it live on. Exits with its exit code.
log=$SUPERVISE_LOG
unset SUPERVISE_LOG
exec 3<&0
"$@" </dev/null >>"$log" 2>&1 3<&- &
child=$!
( read -r word <&3; [ "$word" = leave ] || kill -KILL "$child" 2>/dev/null ) </dev/null >/dev/null 2>&1 &
watcher=$!
echo "$child"
exec 3<&- </dev/null >/dev/null 2>&1
wait "$child"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"
