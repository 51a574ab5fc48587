import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'

interface ExportLinkProps {
  /** The call that answers with the file. */
  to: string
  /** What narrows it; what is not set is left out. */
  query?: Record<string, unknown>
}

/** A list as a file. The browser saves it while it comes in, however long it is. */
export const ExportLink = ({ to, query = {} }: ExportLinkProps) => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return (
    <Button asChild variant="outline" size="sm">
      <a href={words ? `${to}?${words}` : to} download>
        <Download aria-hidden="true" />
        Export CSV
      </a>
    </Button>
  )
}
