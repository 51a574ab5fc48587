import { Search, X } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { useTypedText } from '#ui/use-typed-text.ts'

interface SearchInputProps extends Pick<ComponentProps<'input'>, 'id' | 'name' | 'placeholder' | 'maxLength'> {
  ref: RefObject<HTMLInputElement | null>
  label: string
  size: 'sm' | 'lg'
  typed: Pick<ReturnType<typeof useTypedText>, 'text' | 'setText' | 'clear'>
  /** A search is running. */
  isPending: boolean
}

const looks = {
  sm: { spinner: 'mr-2 size-4', button: 'icon-sm' },
  lg: { spinner: 'mr-3 size-4', button: 'icon' },
} as const

/** A search field with a busy indicator and a clear button. */
export const SearchInput = ({ ref, label, size, typed, isPending, ...rest }: SearchInputProps) => (
  <Input
    {...rest}
    ref={ref}
    type="search"
    size={size}
    autoComplete="off"
    aria-label={label}
    icon={<Search />}
    className="[&_input::-webkit-search-cancel-button]:hidden"
    value={typed.text}
    onChange={(event) => typed.setText(event.currentTarget.value)}
    trailing={
      typed.text !== '' &&
      (isPending ? (
        <Spinner className={looks[size].spinner} />
      ) : (
        <IconButton
          label="Clear search"
          size={looks[size].button}
          onClick={() => {
            typed.clear()
            ref.current?.focus()
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      ))
    }
  />
)
