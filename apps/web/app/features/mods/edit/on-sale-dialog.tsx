import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { cents } from '@slipstream/contract/money'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { discordPost } from './discord-post.ts'
import { adminModQuery } from './edit.queries.ts'

/** A job draws the share picture, and redraws it when the price changes, so the open dialog keeps polling. */
const LOOK_AGAIN_MS = 2_000

interface OnSaleDialogProps {
  mod: AdminMod
  onClose: () => void
}

/** What a creator needs after publishing: the link, the share picture, and a post for Discord. */
export const OnSaleDialog = ({ mod, onClose }: OnSaleDialogProps) => (
  <Dialog
    title={`${mod.form.title} is on sale`}
    description="Tell your players."
    size="md"
    open
    onOpenChange={(isStaying) => !isStaying && onClose()}
    footer={
      <>
        <DialogClose>
          <Button variant="outline">Close</Button>
        </DialogClose>
        <Button asChild variant="primary">
          <Link to={`/mods/${mod.id}`} reloadDocument>
            <ExternalLink aria-hidden="true" />
            View on the site
          </Link>
        </Button>
      </>
    }
  >
    <Shared mod={mod} />
  </Dialog>
)

const Shared = ({ mod: { id, form } }: { mod: AdminMod }) => {
  const { data } = useQuery({ ...adminModQuery(id), refetchInterval: LOOK_AGAIN_MS })
  const url = `${window.location.origin}/mods/${id}`
  const { title, description, price, sale } = form
  const post = discordPost({ title, description, price: sale?.price ?? price ?? cents(0), url })
  return (
    <div className="flex flex-col gap-5">
      <Part title="Link" copy={<CopyButton text={url} label="the link" />}>
        <p className="font-mono text-small wrap-anywhere">{url}</p>
      </Part>
      <Part title="Share picture">
        {data?.shareImageUrl ? (
          <img
            src={data.shareImageUrl}
            alt={`The picture that chats show for ${title}`}
            width={1200}
            height={630}
            className="w-full rounded-lg border"
          />
        ) : (
          <Skeleton className="h-28 rounded-xl" />
        )}
      </Part>
      <Part title="Discord post" copy={<CopyButton text={post} label="the Discord post" />}>
        <p className="rounded-lg border px-3 py-2 text-small whitespace-pre-line wrap-anywhere">{post}</p>
      </Part>
    </div>
  )
}

const Part = ({ title, copy, children }: { title: string; copy?: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <div className="flex min-h-9 items-center justify-between gap-3">
      <h3 className="text-ui font-semibold">{title}</h3>
      {copy}
    </div>
    {children}
  </section>
)
