declare module 'virtual:operations' {
  const table: Record<string, [method: string, path: string, about?: string]>
  export default table
}
declare module 'virtual:desk-operations' {
  const table: Record<string, [method: string, path: string, about?: string]>
  export default table
}
