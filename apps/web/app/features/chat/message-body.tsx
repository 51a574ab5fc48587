import { FileText } from 'lucide-react'
import type { ChatMember, ChatPreview } from '@slipstream/contract/chat'
import { Link, type PageAddress } from '#lib/link.ts'

/** Matches web addresses, including the store's own, and mentions. Everything else is plain text. */
const PARTS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]|@[\w.-]{2,40})/g

interface MessageBodyProps {
  body: string
  members: readonly ChatMember[]
}

export const MessageBody = ({ body, members }: MessageBodyProps) => {
  const names = new Set(members.map(({ name }) => name.toLowerCase()))
  const isMember = (part: string) =>
    names.has(
      part
        .slice(1)
        .replace(/[.-]+$/, '')
        .toLowerCase(),
    )
  return (
    <p className="text-ui wrap-anywhere whitespace-pre-line">
      {body.split(PARTS).map((part, position) => {
        if (/^https?:/.test(part)) {
          return (
            <a
              key={position}
              href={part}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline underline-offset-4"
            >
              {part}
            </a>
          )
        }
        if (part.startsWith('@') && isMember(part)) {
          return (
            <strong key={position} className="rounded-sm bg-primary/15 px-0.5 font-semibold">
              {part}
            </strong>
          )
        }
        return part
      })}
    </p>
  )
}

export const Previews = ({ previews }: { previews: readonly ChatPreview[] }) =>
  previews.map(({ address, kind, title, detail }) => (
    <Link
      key={address}
      // Built by the server from addresses of admin pages.
      to={address as PageAddress}
      className="mt-1.5 flex w-fit max-w-full items-center gap-2.5 rounded-md border bg-raised px-3 py-2 text-small hover:border-input"
    >
      <FileText className="size-4 text-muted" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {kind} {title}
        </span>
        <span className="block truncate text-muted">{detail}</span>
      </span>
    </Link>
  ))
