export const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** Spec section 2: how the role selector lists them. */
export const roleName = (authority: string) => `Role(authority:${authority})`;
