// window.turnstile, as documented by Cloudflare. The widget itself is a frame of this script's origin, so a page only
// needs script-src and frame-src for that origin in its policy.
;(() => {
  const script = document.currentScript
  const { origin, searchParams } = new URL(script.src)
  const SIZES = {
    normal: { width: '300px', height: '65px' },
    flexible: { width: '100%', minWidth: '300px', height: '65px' },
    compact: { width: '150px', height: '140px' },
  }
  const UNSEEN = { width: '0', minWidth: '0', height: '0' }
  const DEFAULTS = {
    action: '',
    cData: '',
    theme: 'auto',
    size: 'normal',
    execution: 'render',
    appearance: 'always',
    'response-field': true,
    'response-field-name': 'cf-turnstile-response',
    'refresh-expired': 'auto',
  }
  const CALLBACKS = [
    'callback',
    'error-callback',
    'expired-callback',
    'before-interactive-callback',
    'after-interactive-callback',
    // Documented, but nothing here takes or lasts long enough to call them.
    'timeout-callback',
    'unsupported-callback',
  ]
  // Documented, but without effect here: the widget is in English, and the visitor retries with the box.
  const COSMETIC = ['language', 'tabindex', 'retry', 'retry-interval', 'refresh-timeout', 'feedback-enabled']
  const KNOWN = ['sitekey', ...Object.keys(DEFAULTS), ...CALLBACKS, ...COSMETIC]
  const FRAME_NOT_LOADED = '200500'

  const complaint = (text) => new Error(`[Cloudflare Turnstile] ${text}`)
  const widgets = new Map()
  let count = 0

  const elementOf = (container) => {
    if (container instanceof HTMLElement) return container
    return document.getElementById(container) ?? document.querySelector(container)
  }

  const attributesOf = (element) =>
    Object.fromEntries(
      KNOWN.filter((name) => element.hasAttribute(`data-${name}`)).map((name) => [
        name,
        element.getAttribute(`data-${name}`),
      ]),
    )

  const widgetOf = (which) => {
    if (which === undefined) return widgets.values().next().value
    const found = widgets.get(which)
    if (found) return found
    const element = elementOf(which)
    return [...widgets.values()].find((widget) => widget.container === element)
  }

  const call = (widget, name, ...args) => {
    const callback = widget.options[name]
    const run = typeof callback === 'string' ? window[callback] : callback
    if (typeof run !== 'function') return false
    run(...args)
    return true
  }

  const setToken = (widget, token) => {
    widget.token = token
    if (widget.field) widget.field.value = token ?? ''
  }

  const fail = (widget, code) => {
    setToken(widget, undefined)
    if (!call(widget, 'error-callback', code)) throw complaint(`Error: ${code}.`)
  }

  const expire = (widget, isAtOnce) => {
    const { token } = widget
    widget.isExpired = true
    setToken(widget, undefined)
    call(widget, 'expired-callback', token)
    // Replacing a token that is expired from the start would never end.
    if (widget.options['refresh-expired'] === 'auto' && !isAtOnce && widgets.has(widget.id)) begin(widget)
  }

  const EVENTS = {
    ready: (widget, { isVisible, isInteractive }) => {
      widget.isReady = true
      widget.isInteractive = isInteractive
      const isShown = isVisible && (widget.options.appearance !== 'interaction-only' || isInteractive)
      show(widget, isShown)
      if (isInteractive) call(widget, 'before-interactive-callback')
    },
    solved: (widget, { token, validForMs }) => {
      if (widget.isInteractive) call(widget, 'after-interactive-callback')
      setToken(widget, token)
      widget.expiry = setTimeout(() => expire(widget, validForMs === 0), validForMs)
      call(widget, 'callback', token)
    },
    failed: (widget, { code }) => fail(widget, code),
  }

  const show = ({ frame, options }, isShown) =>
    Object.assign(frame.style, { border: '0' }, isShown ? SIZES[options.size] : UNSEEN)

  const begin = (widget) => {
    clearTimeout(widget.expiry)
    setToken(widget, undefined)
    widget.isExpired = false
    widget.isReady = false
    const { sitekey, action, cData, theme, size } = widget.options
    widget.frame?.remove()
    const frame = document.createElement('iframe')
    frame.title = 'Widget containing a Cloudflare security challenge'
    // The token belongs to the page it was issued on, whatever that page sends as its referrer.
    frame.referrerPolicy = 'origin'
    frame.src = `${origin}/turnstile/v0/frame?${new URLSearchParams({ sitekey, action, cData, theme, size })}`
    frame.addEventListener('load', () =>
      setTimeout(() => {
        if (widget.frame === frame && !widget.isReady) fail(widget, FRAME_NOT_LOADED)
      }, 100),
    )
    widget.frame = frame
    show(widget, widget.options.appearance !== 'interaction-only')
    widget.container.append(frame)
  }

  const optionsOf = (container, params) => {
    const given = { ...attributesOf(container), ...params }
    const unknown = Object.keys(given).find((name) => !KNOWN.includes(name))
    if (unknown) throw complaint(`Unknown parameter "${unknown}".`)
    if (typeof given.sitekey !== 'string') {
      throw complaint(
        `Invalid or missing type for parameter "sitekey", expected "string", got "${typeof given.sitekey}".`,
      )
    }
    const options = { ...DEFAULTS, ...given }
    if (!SIZES[options.size]) throw complaint(`Invalid value for parameter "size": "${options.size}".`)
    return options
  }

  const render = (where, params = {}) => {
    const container = elementOf(where)
    if (!container) throw complaint(`Unable to find a container for "${where}".`)
    const options = optionsOf(container, params)
    count += 1
    const widget = { id: `cf-chl-widget-${count}`, container, options }
    widgets.set(widget.id, widget)
    if (String(options['response-field']) !== 'false') {
      widget.field = document.createElement('input')
      widget.field.type = 'hidden'
      widget.field.name = options['response-field-name']
      container.append(widget.field)
    }
    if (options.execution === 'render') begin(widget)
    return widget.id
  }

  const remove = (which) => {
    const widget = widgetOf(which)
    if (!widget) return
    clearTimeout(widget.expiry)
    widget.frame?.remove()
    widget.field?.remove()
    widgets.delete(widget.id)
  }

  const withWidget = (act) => (which) => {
    const widget = widgetOf(which)
    if (!widget) throw complaint('This widget does not exist.')
    return act(widget)
  }

  const whenReadable = (run) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run, { once: true })
    else run()
  }

  addEventListener('message', ({ origin: sender, source, data }) => {
    if (sender !== origin) return
    const widget = [...widgets.values()].find(({ frame }) => frame?.contentWindow === source)
    if (widget) EVENTS[data.event]?.(widget, data)
  })

  window.turnstile = {
    render,
    remove,
    ready: whenReadable,
    reset: withWidget(begin),
    execute: withWidget((widget) => {
      if (!widget.token) begin(widget)
    }),
    getResponse: (which) => widgetOf(which)?.token,
    isExpired: withWidget((widget) => widget.isExpired === true),
  }

  whenReadable(() => {
    if (searchParams.get('render') !== 'explicit') {
      for (const element of document.querySelectorAll('.cf-turnstile')) render(element)
    }
    const onload = searchParams.get('onload')
    if (onload) window[onload]?.()
  })
})()
