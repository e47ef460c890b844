/** The filters of the list of users, as the API takes them. */
export const USER_FILTERS = ['role', 'active', 'email'];
