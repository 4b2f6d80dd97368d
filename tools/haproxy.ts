/** HAProxy comes from the system's packages, not from npm: what needs it is left out where it is missing. */
import { spawnSync } from 'node:child_process'

/** Whether the command `haproxy` is installed. */
export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0
/** What a test that needs it says when it is left out. */
export const withoutHaproxy = 'skipped: haproxy is not installed (apt-get install haproxy)'
