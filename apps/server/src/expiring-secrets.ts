/** Reads `S3 key=2027-03-01, mail password=2027-06-30`. The configuration checks that these are valid dates. */
export const parseExpiringSecrets = (list: string) =>
  list.split(',').flatMap((entry) => {
    const [name = '', on = ''] = entry.split('=').map((part) => part.trim())
    return name || on ? { name, on } : []
  })
