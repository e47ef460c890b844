/** The filters of the list of webhooks, as the API takes them. */
export const WEBHOOK_FILTERS = ['status'];

export const WEBHOOK_STATUSES = ['active', 'disabled'];

/** The filters of the deliveries of a webhook. */
export const DELIVERY_FILTERS = ['status'];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'];
