declare module 'virtual:permissions' {
  const table: Record<string, string>
  export default table
}
