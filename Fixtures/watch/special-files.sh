# A FIFO would block who opens it; links are documents that are not followed, whether they lead in
# circles or out of the root.
#: before
mkdir sub; printf 'one\n' > n.md; printf 'm\n' > sub/m.md
#: while it watches
mkfifo pipe.md
ln -s .. sub/up; ln -s loop-a loop-b; ln -s loop-b loop-a
ln -s /etc/hostname leak.md; ln -s missing dangling.md; ln -s sub/m.md link.md
sleep 0.5
printf 'two\n' > n.md
#: told
created dangling.md
created leak.md
created link.md
created loop-a
created loop-b
created sub/up
changed n.md
#: while it watches
rm pipe.md sub/up loop-a loop-b leak.md dangling.md link.md
#: told
deleted dangling.md
deleted leak.md
deleted link.md
deleted loop-a
deleted loop-b
deleted sub/up
#: there
n.md: two\n
sub/m.md: m\n
