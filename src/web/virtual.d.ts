declare module 'virtual:operations' {
  const table: Record<string, [method: string, path: string]>
  export default table
}
declare module 'virtual:dashboard-operations' {
  const table: Record<string, [method: string, path: string]>
  export default table
}
declare module 'virtual:permissions' {
  const table: Record<string, string>
  export default table
}
