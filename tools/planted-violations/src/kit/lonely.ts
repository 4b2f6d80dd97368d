// no-orphans: no module imports this.
export const lonely = true
