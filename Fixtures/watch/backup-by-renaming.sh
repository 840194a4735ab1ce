# The document becomes the backup, a new one is written, the backup goes: an edit and no deletion.
#: before
printf 'first\n' > n.md
#: while it watches
mv n.md n.md~
sleep 0.3
printf 'second\n' > n.md
rm n.md~
#: told
changed n.md
#: there
n.md: second\n
