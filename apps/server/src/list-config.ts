import * as z from 'zod'
import { isAddressRange } from '#lib/http/trusted-proxies.ts'

/** The entries of a setting such as `10.0.0.1, 10.0.0.2`, without empty ones. */
export const commaList = (text: string): string[] => text.split(',').flatMap((entry) => entry.trim() || [])

export const addressRanges = z
  .string()
  .transform(commaList)
  .refine((list) => list.every(isAddressRange), 'Invalid list: IP addresses, or ranges such as 10.0.0.0/8')
  .default([])

export const dnsServers = z
  .string()
  .regex(/^[\d.:,[\]a-f]*$/i, 'Invalid list: addresses separated by commas')
  .transform(commaList)
  .default([])
