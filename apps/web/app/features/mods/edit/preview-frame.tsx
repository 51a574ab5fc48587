import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

interface PreviewFrameProps {
  title: string
  /** The width of the simulated window in pixels; it is scaled down to fit. */
  width: number
  children: ReactNode
}

const STYLES = 'link[rel="stylesheet"], style'

/** Copies the page's styles into the frame. */
const dress = (inside: Document) => {
  inside.documentElement.lang = document.documentElement.lang
  inside.documentElement.className = document.documentElement.className
  inside.head.replaceChildren(...[...document.querySelectorAll(STYLES)].map((style) => style.cloneNode(true)))
  inside.body.className = 'bg-background text-foreground'
}

/** An iframe, so that its content responds to the frame's width like on a phone or a desktop. */
export const PreviewFrame = ({ title, width, children }: PreviewFrameProps) => {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState({ width, height: 640 })
  const scale = Math.min(1, room.width / width)

  const open = () => {
    const inside = frame.current?.contentDocument
    if (!inside) return
    dress(inside)
    setBody(inside.body)
  }

  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setRoom(entry.contentRect)
    })
    if (place.current) measured.observe(place.current)
    const themed = new MutationObserver(() => {
      const inside = frame.current?.contentDocument
      if (inside) inside.documentElement.className = document.documentElement.className
    })
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    return () => {
      measured.disconnect()
      themed.disconnect()
    }
  }, [])

  return (
    <div ref={place} className="relative h-full overflow-hidden rounded-xl border bg-background">
      <iframe
        ref={frame}
        title={title}
        // Without a doctype the browser would use quirks mode.
        srcDoc="<!doctype html>"
        onLoad={open}
        style={{ width, height: room.height / scale, scale, transformOrigin: 'top left' }}
        className="absolute top-0 left-0 max-w-none"
      />
      {body && createPortal(children, body)}
    </div>
  )
}
