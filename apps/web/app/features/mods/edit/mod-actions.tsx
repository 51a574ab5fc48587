import { Archive, CalendarClock, CalendarX, Copy, Ellipsis, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { Link, useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '#ui/dropdown.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ScheduleDialog } from '#ui/schedule-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { toast } from '#ui/toast-store.ts'
import { useArchiveMod, useDuplicateMod, useUnscheduleMod } from './edit.queries.ts'

interface ModActionsProps {
  mod: AdminMod
  /** Saves the form first. Returns why publishing failed, or null. */
  publish: (at: string | null) => Promise<string | null>
}

type Asked = 'archive' | 'schedule' | null

/** The less common actions; the common ones have buttons below the form. */
export const ModActions = ({ mod, publish }: ModActionsProps) => {
  const [asked, setAsked] = useState<Asked>(null)
  const archive = useArchiveMod(mod.id)
  const unschedule = useUnscheduleMod(mod.id)
  const duplicate = useDuplicateMod(mod.id)
  const navigate = useNavigate()
  const { title } = mod.form
  // The same words as in the publish dialog, for a creator who wants to undo publishing.
  const archiveWords = mod.status === 'published' ? 'Take off sale' : 'Archive'
  const isDialog = (which: Asked) => ({ open: asked === which, onOpenChange: () => setAsked(null) })

  const makeCopy = async () => {
    try {
      const copy = await duplicate.mutateAsync()
      toast({ title: `${copy.form.title} created`, description: 'A draft with the same texts and pictures.' })
      await navigate(`/admin/products/edit/${copy.id}`)
    } catch (error) {
      toastFailure('The mod was not duplicated')(error)
    }
  }
  const callOff = () => unschedule.mutate(undefined, { onError: toastFailure('The schedule was not canceled') })

  return (
    <>
      {mod.status === 'published' && (
        <Button asChild variant="outline" size="sm">
          <Link to={`/mods/${mod.id}`} reloadDocument>
            <ExternalLink aria-hidden="true" />
            View on the site
          </Link>
        </Button>
      )}
      <Dropdown
        trigger={
          <IconButton label="More actions" variant="outline" size="icon-sm" isLoading={duplicate.isPending}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {mod.status !== 'published' && (
          <DropdownItem onSelect={() => setAsked('schedule')}>
            <CalendarClock aria-hidden="true" />
            {mod.publishAt ? 'Change the schedule' : 'Schedule publishing'}
          </DropdownItem>
        )}
        {mod.publishAt && (
          <DropdownItem onSelect={callOff}>
            <CalendarX aria-hidden="true" />
            Cancel schedule
          </DropdownItem>
        )}
        <DropdownItem onSelect={() => void makeCopy()}>
          <Copy aria-hidden="true" />
          Duplicate
        </DropdownItem>
        {mod.status !== 'archived' && (
          <>
            <DropdownSeparator />
            <DropdownItem tone="destructive" onSelect={() => setAsked('archive')}>
              <Archive aria-hidden="true" />
              {archiveWords}
            </DropdownItem>
          </>
        )}
      </Dropdown>
      <ConfirmDialog
        {...isDialog('archive')}
        title={mod.status === 'published' ? `Take ${title} off sale?` : `Archive ${title}?`}
        description="It leaves the store immediately. Customers who own it keep it, and you can publish it again."
        confirmLabel={archiveWords}
        onConfirm={archive.mutateAsync}
      />
      <ScheduleDialog
        {...isDialog('schedule')}
        title={`Publish ${title} later`}
        description="Your changes are saved now. The mod and its release are published automatically at the time you choose."
        at={mod.publishAt}
        onSchedule={publish}
      />
    </>
  )
}
