type Offer = (path: string, body: object) => Promise<{ key: string; url: string }>

/** Uploads a picture for a ticket, as the browser does. Returns the key under which it can be added. */
export const sendPicture = async (offer: Offer, picture: Buffer) => {
  const contentType = 'image/png'
  const about = { kind: 'picture', contentType, sizeBytes: picture.length }
  const { key, url } = await offer('/api/tickets/attachments/upload', about)
  const { status } = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(picture),
  })
  if (status !== 200) throw new Error(`the storage refused a picture with ${status}`)
  return key
}
