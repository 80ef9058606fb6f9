/** The code of a coupon, as admins choose it and buyers type it. */
export const couponPattern = /^\S{3,40}$/;
