import { useState } from 'react'
import { cx } from '#ui/cx.ts'

interface AvatarProps {
  name: string
  src?: string | null
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

const sizes = { sm: 'size-7 text-[11px]', md: 'size-9 text-small', lg: 'size-14 text-title' }

const initialsOf = (name: string) => {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** The initials are below the picture, so they show until it loads and if it fails. */
export const Avatar = ({ name, src, size = 'md', className }: AvatarProps) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full border bg-raised font-medium select-none',
        sizes[size],
        className,
      )}
      aria-hidden="true"
    >
      {initialsOf(name)}
      {src && src !== failed && (
        <img
          src={src}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}
