export type Follower = { id: string; displayName: string; username: string; avatarUrl: string };

export const followersPerPage = 50;
