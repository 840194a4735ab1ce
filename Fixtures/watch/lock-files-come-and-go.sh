# Offices' and Emacs' lock files, one of them a link to nowhere, and vim's probe of the directory.
#: before
printf 'first\n' > d.md
#: while it watches
printf 'owner,host' > '.~lock.d.md#'
ln -s owner@host.1234:1700000000 '.#d.md'
: > 4913
rm 4913
printf 'second\n' > d.md
sleep 0.5
rm '.#d.md' '.~lock.d.md#'
#: told
changed d.md
#: there
d.md: second\n
