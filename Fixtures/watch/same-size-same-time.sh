# Neither the size nor the time of the last change tells of this edit.
#: before
printf 'aaaa\n' > n.md; touch -d 2024-01-01 n.md
#: while it watches
touch -r n.md "$T/time"; printf 'bbbb\n' > n.md; touch -r "$T/time" n.md
#: told
changed n.md
#: there
n.md: bbbb\n
