import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '@slipstream/contract/users'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'
import { type PaletteOption, type PaletteSection, usePaletteSections } from './admin-palette-sections.ts'
import { readVisits, visitOf } from './admin-visits.ts'

export interface PaletteResultsHandle {
  /** A key pressed in the search field. */
  press: (event: KeyboardEvent<HTMLInputElement>) => void
}

interface PaletteResultsProps {
  ref: Ref<PaletteResultsHandle>
  listId: string
  text: string
  user: User
  /** The id of the highlighted option, for the search field. */
  onHighlight: (id: string | null) => void
  /** An option was opened in this tab. */
  onOpen: () => void
}

/** The recently opened pages, without the current one. */
const useOtherVisits = (userId: number) => {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const readOthers = () => readVisits(userId).filter(({ to }) => to !== visitOf(address)?.to)
  const [read, setRead] = useState(() => ({ address, visits: readOthers() }))
  // The page being left gets its name only when the next one renders, so the visits are read again after a navigation.
  useEffect(() => {
    if (read.address !== address) setRead({ address, visits: readOthers() })
  })
  return read.visits
}

const PaletteResults = ({ ref, listId, text, user, onHighlight, onOpen }: PaletteResultsProps) => {
  const visits = useOtherVisits(user.id)
  const sections = usePaletteSections(text.trim(), user, visits)
  const options = sections.flatMap((section) => section.options)
  const isSearching = sections.some(({ state }) => state === 'loading')
  const [chosen, choose] = useHighlight(text, options)
  const idOf = ({ key }: PaletteOption) => `${listId}-${key}`
  const chosenId = chosen ? idOf(chosen) : null

  useEffect(() => onHighlight(chosenId), [chosenId, onHighlight])
  const enterEarly = useOpenWhenFound(text, chosenId, isSearching)

  const move = (option: PaletteOption | undefined) => {
    if (!option) return
    choose(option)
    const element = document.getElementById(idOf(option))
    // The first one brings the heading above it into view.
    if (option === options[0]) document.getElementById(listId)?.scrollTo({ top: 0 })
    else element?.scrollIntoView({ block: 'nearest' })
  }
  const open = (inNewTab: boolean) => {
    const element = chosenId === null ? null : document.getElementById(chosenId)
    if (!element) enterEarly()
    else if (inNewTab && element instanceof HTMLAnchorElement) window.open(element.href, '_blank', 'noopener')
    else element.click()
  }
  useImperativeHandle(ref, () => ({
    press: (event) => {
      const at = chosen ? options.indexOf(chosen) : -1
      const acts: Partial<Record<string, () => void>> = {
        ArrowDown: () => move(options[(at + 1) % options.length]),
        ArrowUp: () => move(options.at(at <= 0 ? -1 : at - 1)),
        Home: () => move(options[0]),
        End: () => move(options.at(-1)),
        Enter: () => open(event.ctrlKey || event.metaKey),
      }
      const act = event.nativeEvent.isComposing ? undefined : acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    },
  }))

  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Search results"
        aria-busy={isSearching}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {sections.map((section) => (
          <Section key={section.label} section={section}>
            {section.options.map((option) => (
              <Option
                key={option.key}
                id={idOf(option)}
                option={option}
                isChosen={option === chosen}
                onPoint={() => choose(option)}
                onOpen={onOpen}
              />
            ))}
          </Section>
        ))}
        {options.length === 0 && !isSearching && (
          <div role="option" aria-selected="false" aria-disabled="true" className="px-2.5 py-4 text-ui text-muted">
            Nothing matches “{text.trim()}”.
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement(sections, options.length, isSearching)}
      </p>
    </>
  )
}

export default PaletteResults

/** The option that Enter opens: the first one until another is chosen. It stays while more results arrive. */
const useHighlight = (text: string, options: readonly PaletteOption[]) => {
  const [chosen, setChosen] = useState<{ text: string; key: string } | null>(null)
  const kept = chosen?.text === text ? options.find(({ key }) => key === chosen.key) : undefined
  const current = kept ?? options[0]
  const choose = ({ key }: PaletteOption) => setChosen({ text, key })
  if (current && current !== kept) choose(current)
  return [current, choose] as const
}

/** If Enter is pressed before there are results, the first one opens once all lists have answered for that text. */
const useOpenWhenFound = (text: string, chosenId: string | null, isSearching: boolean) => {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null || isSearching) return
    const isStillWanted = wanted.current === text
    wanted.current = null
    if (isStillWanted && chosenId !== null) document.getElementById(chosenId)?.click()
  }, [text, chosenId, isSearching])
  return () => {
    wanted.current = isSearching ? text : null
  }
}

const announcement = (sections: readonly PaletteSection[], count: number, isSearching: boolean) => {
  if (isSearching) return 'Searching'
  const failed = sections.filter(({ state }) => state === 'failed').map(({ label }) => label)
  const found = count - failed.length
  const results = found === 0 ? 'No results' : plural(found, 'result')
  return failed.length === 0 ? `${results}.` : `${results}. ${failed.join(', ')} could not be searched.`
}

const Section = ({
  section: { label, state, options },
  children,
}: {
  section: PaletteSection
  children: React.ReactNode
}) => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="mb-2">
      <div id={id} className="flex items-center gap-2 px-2.5 py-1 text-caption font-medium text-muted">
        {label}
        {state === 'loading' && <Spinner className="size-3.5" />}
        {state === 'ready' && options.length === 0 && <span className="text-subtle">None</span>}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  option: PaletteOption
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}

const Option = ({ id, option: { label, detail, Icon, to, act }, isChosen, onPoint, onOpen }: OptionProps) => {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    // The focus stays in the search field.
    tabIndex: -1,
    onPointerMove: isChosen ? undefined : onPoint,
    className: cx(
      'flex min-h-10 w-full items-center gap-3 rounded-md px-2.5 py-1 text-start text-ui [&_svg]:size-[18px]',
      isChosen && 'bg-raised',
    ),
  } as const
  const face = (
    <>
      <Icon className="text-muted" aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="ml-auto min-w-0 truncate ps-3 text-small text-muted">{detail}</span>}
    </>
  )
  if (!to) {
    return (
      <button type="button" {...shared} onClick={act}>
        {face}
      </button>
    )
  }
  return (
    <Link
      {...shared}
      to={to}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen()
      }}
    >
      {face}
    </Link>
  )
}
