# Opened for writing and closed, written with the same bytes, touched: nothing to tell.
#: before
printf 'same\n' > n.md
#: while it watches
: >> n.md
printf 'same\n' > n.md
touch -d 2001-09-09 n.md
chmod 600 n.md
sleep 1
#: told
#: there
n.md: same\n
