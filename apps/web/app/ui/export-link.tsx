import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ApiAddress, ApiPathname } from '@slipstream/contract/addresses'
import { callApi } from '#lib/api.ts'
import { guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'

interface ExportLinkProps {
  /** The endpoint that returns the file. */
  to: ApiPathname
  /** The filters; unset ones are left out. */
  query?: Record<string, unknown>
}

const contract = async () => (await import('@slipstream/contract/auth')).authApi

/** Every file needs a fresh proof of presence, which a download itself could not ask for. */
const isProven = () => guard(async () => callApi((await contract()).proof))

/** Lets the browser stream the file to disk, however long it is. */
const download = (address: ApiAddress) => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Exports a list as a file. */
export const ExportLink = ({ to, query = {} }: ExportLinkProps) => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  const address: ApiAddress = words ? `${to}?${words}` : to
  const askFirst = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    try {
      if (await isProven()) download(address)
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
