/** Loaded before a server: while the file named by FULL_DISK exists, nothing more can be written to the database's folder. */
const fs = require('node:fs')

const { writeSync } = fs
fs.writeSync = (...args) => {
  // The output of the process goes on.
  if (args[0] > 2 && fs.existsSync(process.env.FULL_DISK))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  return writeSync(...args)
}
