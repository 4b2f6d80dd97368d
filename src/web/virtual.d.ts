declare module 'virtual:operations' {
  /** Path and method with a space between, for GET the path alone: every page loads them. */
  const table: Record<string, string>
  export default table
}
declare module 'virtual:permissions' {
  const table: Record<string, string>
  export default table
}
