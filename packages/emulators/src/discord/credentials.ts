/** Credentials of the application, for development only. They work nowhere else. */
export const DISCORD_CLIENT_ID = '1180000000000000001'
export const DISCORD_CLIENT_SECRET = 'emulated-discord-client-secret'
export const DISCORD_BOT_TOKEN = 'emulated-discord-bot-token'
export const DISCORD_GUILD_ID = '1180000000000000002'
export const DISCORD_PREMIUM_ROLE_ID = '1180000000000000003'
/** The bot is its own user, with a role that Discord created for it. */
export const DISCORD_BOT_ID = '1180000000000000007'
export const DISCORD_BOT_ROLE_ID = '1180000000000000008'
/** This role ranks above the bot's own, so the bot can neither add nor remove it. */
export const DISCORD_MODERATOR_ROLE_ID = '1180000000000000004'
export const DISCORD_WEBHOOK_ID = '1180000000000000005'
export const DISCORD_WEBHOOK_TOKEN = 'emulated-discord-webhook-token'
