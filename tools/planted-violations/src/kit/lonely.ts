// no-orphans: nobody imports this.
export const lonely = true
