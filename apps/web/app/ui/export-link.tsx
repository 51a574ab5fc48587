import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ApiAddress, ApiPathname } from '@slipstream/contract/addresses'
import type { Guard } from '#lib/guard.ts'
import { request } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'

interface ExportLinkProps {
  /** The endpoint that returns the file. */
  to: ApiPathname
  /** The filters; unset ones are left out. */
  query?: Record<string, unknown>
  /** For restricted files: asks for reauthentication, if required, before the browser fetches the file. */
  guard?: Guard
}

/** Starts the export and aborts it, to see whether the server rejects it or requires reauthentication. */
const isAllowed = async (guard: Guard, address: ApiAddress) => {
  const answer = await guard(() => request(address))
  await answer?.body?.cancel()
  return answer !== null
}

/** Exports a list as a file. The browser streams it to disk, however long it is. */
export const ExportLink = ({ to, query = {}, guard }: ExportLinkProps) => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  const address: ApiAddress = words ? `${to}?${words}` : to
  const askFirst = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!guard) return
    event.preventDefault()
    try {
      if (await isAllowed(guard, address)) location.assign(address)
    } catch (error) {
      toast({
        title: 'The file could not be created. Please try again.',
        description: failureText(error),
        tone: 'destructive',
      })
    }
  }
  return (
    <Button asChild variant="outline" size="sm">
      <a href={address} download onClick={(event) => void askFirst(event)}>
        <Download aria-hidden="true" />
        Export CSV
      </a>
    </Button>
  )
}
