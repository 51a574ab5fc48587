/** Saves a text created in the browser as a download. */
export const saveFile = (name: string, text: string, type: string) => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
