/** npm run backup-key: makes the owner's key pair for backups */
import { identityText, newIdentity, recipientOf } from '#lib/age/age-keys.ts'

const identity = newIdentity()
console.log(`BACKUP_PUBLIC_KEY=${recipientOf(identity)}

The public key goes into the environment of the server and the worker. The private key below restores the backups. Keep it
where neither the store nor its storage can reach it, in two places: without it the backups are worthless.

${identityText(identity)}`)
