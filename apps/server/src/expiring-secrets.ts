import * as z from 'zod'

const DAY = z.iso.date('Invalid day: write NAME=2027-03-01, NAME=2027-06-30')

/** Reads `S3 key=2027-03-01, mail password=2027-06-30`. */
export const expiringSecrets = z
  .string()
  .default('')
  .transform((list) =>
    list.split(',').flatMap((entry) => {
      const [name = '', on = ''] = entry.split('=').map((part) => part.trim())
      return name || on ? { name, on } : []
    }),
  )
  .pipe(z.array(z.object({ name: z.string().min(1).max(60), on: DAY })))
