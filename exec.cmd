@rem What `exec` of the scripts in package.json is to cmd.exe: it runs the command. In sh it replaces the shell, which would keep signals to itself.
@%*
