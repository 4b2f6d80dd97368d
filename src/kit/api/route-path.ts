/** The path of a contract in the spelling of the router. */

/**
 * `/v1/x/{id}` → `/v1/x/:id`; `{id}:verb` needs a pattern, for the router ends a parameter only at a slash. A colon in a
 * name, `connections:connect`, is doubled, for a single one begins a parameter.
 */
export function routePath(path: string): string {
  return path
    .split('/')
    .map((step) => {
      const [, name, ending = ''] = /^\{([^}]+)\}(.*)$/.exec(step) ?? []
      if (name === undefined) return step.replaceAll(':', '::')
      if (!/^\w+$/.test(name)) throw new Error(`the parameter {${name}} of ${path} needs a plain name`)
      return ending === '' ? `:${name}` : `:${name}(^[^/:]+)${ending.replaceAll(':', '::')}`
    })
    .join('/')
}
