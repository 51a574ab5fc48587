import { html } from '../http/html.ts'

interface WidgetFrame {
  challenge: string
  /** Only a page of this origin is notified. */
  hostOrigin: string
  theme: 'auto' | 'light' | 'dark'
  isCompact: boolean
  isVisible: boolean
  isInteractive: boolean
}

export const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** The page inside the widget's frame. */
export const widgetFrame = ({
  challenge,
  hostOrigin,
  theme,
  isCompact,
  isVisible,
  isInteractive,
}: WidgetFrame) => html`<!doctype html>
<html lang="en" class="${theme}">
<head>
<meta charset="utf-8">
<title>Turnstile emulator</title>
<link rel="stylesheet" href="/turnstile/v0/widget.css">
<script src="/turnstile/v0/widget.js" defer></script>
</head>
<body data-challenge="${challenge}" data-host-origin="${hostOrigin}" data-visible="${String(isVisible)}" data-interactive="${String(isInteractive)}">
<div class="widget ${isCompact && 'compact'}">
<label hidden><input type="checkbox"> Verify you are human</label>
<p role="status">Verifying…</p>
<p class="mark">Emulator</p>
</div>
</body>
</html>
`
