# A FIFO would block who opens it; links are not followed, whether in circles or out of the root.
#: before
mkdir sub; printf 'one\n' > n.md; printf 'm\n' > sub/m.md
#: while it watches
mkfifo pipe.md
ln -s .. sub/up; ln -s loop-a loop-b; ln -s loop-b loop-a
ln -s /etc/hostname leak.md; ln -s missing dangling.md; ln -s sub/m.md link.md
sleep 0.5
printf 'two\n' > n.md
#: told
changed n.md
#: while it watches
rm pipe.md sub/up loop-a loop-b leak.md dangling.md link.md
#: told
#: there
n.md: two\n
sub/m.md: m\n
