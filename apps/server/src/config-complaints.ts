/** The URL and the token are useless without each other, and the token must not be sent unencrypted. */
export const cdnComplaints = (environment: NodeJS.ProcessEnv) => {
  const { CDN_PURGE_URL = '', CDN_PURGE_TOKEN = '', NODE_ENV, ALLOW_EMULATORS } = environment
  if (!CDN_PURGE_URL !== !CDN_PURGE_TOKEN) return ['  CDN_PURGE_URL: needs CDN_PURGE_TOKEN, and vice versa']
  const isPlain = CDN_PURGE_URL.startsWith('http://') && NODE_ENV === 'production' && ALLOW_EMULATORS !== 'true'
  return isPlain ? ['  CDN_PURGE_URL: must begin with https:// in production'] : []
}

/** Both addresses are credentials, so they are never sent unencrypted, and the webhook goes to Discord alone. */
export const alertComplaints = ({ NODE_ENV, ALLOW_EMULATORS, ...environment }: NodeJS.ProcessEnv) => {
  if (NODE_ENV !== 'production' || ALLOW_EMULATORS === 'true') return []
  const { ALERT_DISCORD_WEBHOOK_URL = '', ALERT_PING_URL = '' } = environment
  const webhooks = 'https://discord.com/api/webhooks/'
  const isDiscord = ALERT_DISCORD_WEBHOOK_URL === '' || ALERT_DISCORD_WEBHOOK_URL.startsWith(webhooks)
  return [
    ...(isDiscord ? [] : [`  ALERT_DISCORD_WEBHOOK_URL: must begin with ${webhooks}`]),
    ...(ALERT_PING_URL.startsWith('http://') ? ['  ALERT_PING_URL: must begin with https:// in production'] : []),
  ]
}

/** The headers hold the collector's token. */
export const telemetryComplaints = (environment: NodeJS.ProcessEnv) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url = '', OTEL_EXPORTER_OTLP_HEADERS: headers = '', NODE_ENV } = environment
  const isExposed = headers !== '' && url.startsWith('http://') && NODE_ENV === 'production'
  return isExposed ? ['  OTEL_EXPORTER_OTLP_ENDPOINT: must begin with https:// in production if headers are sent'] : []
}
