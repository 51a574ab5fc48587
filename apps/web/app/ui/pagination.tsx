import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface PaginationProps {
  /** The name of the list for screen readers: "Orders". */
  label: string
  /** Undefined on the first page. */
  onPrevious?: (() => void) | undefined
  /** Undefined on the last page. */
  onNext?: (() => void) | undefined
  pageSize: number
  pageSizes?: readonly number[]
  onPageSizeChange?: (size: number) => void
  total?: number
}

/** Keyset paging: a list that changes meanwhile never repeats or skips a row. */
export const Pagination = (props: PaginationProps) => {
  const { label, onPrevious, onNext, pageSize, pageSizes = [20, 50, 100], onPageSizeChange, total } = props
  const sizeId = useId()

  return (
    <nav aria-label={`${label} pages`} className="flex flex-wrap items-center gap-x-6 gap-y-3 text-small text-muted">
      {total !== undefined && <p className="num">{countText(total)} in total</p>}
      {onPageSizeChange && (
        <div className="flex items-center gap-2">
          <label htmlFor={sizeId}>Per page</label>
          <NativeSelect
            id={sizeId}
            size="sm"
            className="num w-20"
            value={String(pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            onValueChange={(size) => onPageSizeChange(Number(size))}
          />
        </div>
      )}
      <div className="ml-auto flex gap-2">
        <Button variant="outline" size="sm" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" />
          Previous
        </Button>
        <Button variant="outline" size="sm" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}
