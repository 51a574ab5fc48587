import { Bold, Heading, Image, Link2, List } from 'lucide-react'
import type { RefObject } from 'react'
import type { AdminPicture } from '@slipstream/contract/mods-admin'
import { Dropdown, DropdownItem } from '#ui/dropdown.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { blockInserted, type Edited, linePrefixed, wrapped } from './story-edits.ts'

interface StoryToolsProps {
  /** The element that contains the text field. */
  place: RefObject<HTMLDivElement | null>
  pictures: readonly AdminPicture[]
  onChange: (text: string) => void
}

type Edit = (text: string, from: number, to: number) => Edited

/** Buttons that insert the formatting marks of a story. */
export const StoryTools = ({ place, pictures, onChange }: StoryToolsProps) => {
  const apply = (edit: Edit) => {
    const field = place.current?.querySelector('textarea')
    if (!field) return
    const { text, from, to } = edit(field.value, field.selectionStart, field.selectionEnd)
    onChange(text)
    // After React has written the new text.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from, to)
    })
  }
  return (
    <div role="group" aria-label="Formatting" className="flex flex-wrap gap-1">
      <IconButton label="Heading" size="icon-sm" onClick={() => apply(linePrefixed('## '))}>
        <Heading aria-hidden="true" />
      </IconButton>
      <IconButton label="Bold" size="icon-sm" onClick={() => apply(wrapped('**', '**', 'bold'))}>
        <Bold aria-hidden="true" />
      </IconButton>
      <IconButton label="List" size="icon-sm" onClick={() => apply(linePrefixed('- '))}>
        <List aria-hidden="true" />
      </IconButton>
      <IconButton label="Link" size="icon-sm" onClick={() => apply(wrapped('[', '](https://)', 'words'))}>
        <Link2 aria-hidden="true" />
      </IconButton>
      <Dropdown
        trigger={
          <IconButton label="Picture from the gallery" size="icon-sm" disabled={pictures.length === 0}>
            <Image aria-hidden="true" />
          </IconButton>
        }
      >
        {pictures.map(({ id, picture: { label } }, index) => (
          <DropdownItem key={id} onSelect={() => apply(blockInserted(`![${label}](picture:${id})`))}>
            {label || `Picture ${index + 1}`}
          </DropdownItem>
        ))}
      </Dropdown>
    </div>
  )
}
