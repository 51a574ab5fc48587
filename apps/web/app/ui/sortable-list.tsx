import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'

interface SortableListProps<Item> {
  /** The name of the list: "Featured mods, in order". */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => UniqueIdentifier
  /** The name of an item in announcements. */
  nameOf: (item: Item) => string
  /** Called with the items in their new order. */
  onReorder: (items: Item[]) => void
  /** A column, or a grid filled from left to right. */
  layout?: 'list' | 'grid'
  isDisabled?: boolean
  className?: string
  /** `controls` move the item: a drag handle for pointer and keyboard, and two buttons. */
  children: (item: Item, controls: ReactNode, index: number) => ReactNode
}

/** A list that the user can reorder. */
export const SortableList = <Item,>(props: SortableListProps<Item>) => {
  const { label, items, keyOf, nameOf, onReorder, layout = 'list', isDisabled = false, className, children } = props
  const id = useId()
  const keys = items.map(keyOf)
  const sensors = useSensors(
    // A press without movement stays a click, and a touch scroll stays a scroll: only the handle has touch-none.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = (from: number, to: number) => {
    if (from !== to && from >= 0 && to >= 0 && to < items.length) onReorder(arrayMove([...items], from, to))
  }
  const named = (key: UniqueIdentifier) => {
    const item = items[keys.indexOf(key)]
    return item === undefined ? 'It' : nameOf(item)
  }
  const placed = (key: UniqueIdentifier) => `${keys.indexOf(key) + 1} of ${keys.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${named(active.id)} was picked up from position ${placed(active.id)}.`,
    onDragOver: ({ active, over }) => over && `${named(active.id)} is over position ${placed(over.id)}.`,
    onDragEnd: ({ active, over }) => `${named(active.id)} was dropped at position ${placed((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${named(active.id)} stays at position ${placed(active.id)}.`,
  } as Announcements

  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragEnd={({ active, over }) => over && move(keys.indexOf(active.id), keys.indexOf(over.id))}
    >
      <SortableContext items={keys} strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}>
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableItem
              key={keyOf(item)}
              id={keyOf(item)}
              name={nameOf(item)}
              isDisabled={isDisabled}
              isRow={layout === 'grid'}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onStep={(step) => move(index, index + step)}
            >
              {(controls) => children(item, controls, index)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Press space or Enter to pick it up, the arrow keys to move it, space to drop it, Escape to cancel.'

interface SortableItemProps {
  id: UniqueIdentifier
  name: string
  isDisabled: boolean
  isRow: boolean
  isFirst: boolean
  isLast: boolean
  onStep: (step: -1 | 1) => void
  children: (controls: ReactNode) => ReactNode
}

const SortableItem = ({ id, name, isDisabled, isRow, isFirst, isLast, onStep, children }: SortableItemProps) => {
  const sortable = useSortable({ id, disabled: isDisabled })
  const [Before, After] = isRow ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown]
  const controls = (
    <span className="inline-flex items-center">
      <button
        ref={sortable.setActivatorNodeRef}
        type="button"
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={`Move ${name}`}
        className="grid size-9 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-raised hover:text-foreground active:cursor-grabbing aria-disabled:opacity-50"
      >
        <GripVertical className="size-4" aria-hidden="true" />
      </button>
      <IconButton
        label={`Move ${name} earlier`}
        size="icon-sm"
        disabled={isDisabled || isFirst}
        onClick={() => onStep(-1)}
      >
        <Before aria-hidden="true" />
      </IconButton>
      <IconButton label={`Move ${name} later`} size="icon-sm" disabled={isDisabled || isLast} onClick={() => onStep(1)}>
        <After aria-hidden="true" />
      </IconButton>
    </span>
  )
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      className={cx('relative', sortable.isDragging && 'z-10 opacity-80')}
    >
      {children(controls)}
    </li>
  )
}
