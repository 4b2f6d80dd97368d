declare module 'virtual:operations' {
  const table: Record<string, [method: string, path: string]>
  export default table
}
declare module 'virtual:dashboard-operations' {
  const table: Record<string, [method: string, path: string]>
  export default table
}
