/** Saves a fetched file under this name. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves data as a readable JSON file. */
export const downloadJson = (data: unknown, name: string): void => downloadFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name)
