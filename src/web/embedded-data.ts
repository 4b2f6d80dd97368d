/** What the server has written into the page as JSON; undefined where there is nothing. */
export function readEmbeddedData<T>(id: string): T | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as T) : undefined
}
